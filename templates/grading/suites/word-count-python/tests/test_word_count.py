from word_count import count_words


def test_counts_one_word():
    assert count_words("word") == {"word": 1}


def test_counts_each_word_in_any_case():
    assert count_words("go Go GO stop") == {"go": 3, "stop": 1}


def test_ignores_punctuation():
    assert count_words("car: carpet, car!") == {"car": 2, "carpet": 1}
