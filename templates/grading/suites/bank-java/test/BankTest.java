// Prints TAP, so that the suite needs no library. README.md of the grading repository explains how a suite uses JUnit.
public class BankTest {
    private static int number = 0;

    public static void main(String[] args) {
        System.out.println("TAP version 13\n1..3");
        test("a new account is empty", () -> expect(0, new Account().balance()));
        test("a deposit adds", () -> {
            Account account = new Account();
            account.deposit(40);
            account.deposit(2);
            expect(42, account.balance());
        });
        test("nobody withdraws more than there is", () -> {
            Account account = new Account();
            account.deposit(10);
            try {
                account.withdraw(11);
            } catch (IllegalArgumentException expected) {
                expect(10, account.balance());
                return;
            }
            throw new AssertionError("withdraw(11) did not fail");
        });
    }

    private static void expect(int expected, int actual) {
        if (expected != actual) throw new AssertionError("expected " + expected + ", not " + actual);
    }

    private static void test(String name, Runnable body) {
        number += 1;
        try {
            body.run();
            System.out.println("ok " + number + " - " + name);
        } catch (Throwable failure) {
            System.out.println("not ok " + number + " - " + name);
            System.out.println("  ---\n  message: " + failure.getMessage() + "\n  ...");
        }
    }
}
