import { checkedStates, testStates } from '../../support/check-state'

testStates(checkedStates.filter(({ everyRun }) => !everyRun))
