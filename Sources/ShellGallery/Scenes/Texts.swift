/// What the scenes give to read.
enum Texts {
  static let tea = """
    Water that has just boiled is too hot for green leaves: it makes them bitter in seconds. Pour it into the \
    cups first, then from the cups into the pot, and it has lost twenty degrees without a thermometer.

    White tea forgives. It was picked before it opened and dried in moonlight, or so the label says; in truth it \
    lay on bamboo for three days while somebody turned it. Give it four minutes and do something else.

    Oolong is the patient one. The first infusion wakes it, the second is for the guest, the fifth is for you.

    Red bush has no caffeine and no hurry. Forget it on the stove and it is still good.
    """

  static let story = """
    The keeper climbed the hundred and twelve steps twice a day, and counted them each time, because on a rock \
    eleven miles from the coast it is well to have something that always comes out the same.

    In the evening she lit the lamp; in the morning she put it out and drew the curtains round the lens, so that \
    the sun should not set fire to the sea. That was how her father had put it, and she had believed him until \
    she was nine.

    On the fourth of November the count came out at a hundred and thirteen. She went down and up again. A hundred \
    and twelve. She wrote both numbers into the log, with the hour and the wind, and went to bed.

    Nobody reads a log as carefully as the one who has kept it. In the spring, when the boat brought paper and \
    oranges, she sat on the landing stone and went through the winter line by line, and there it was again: the \
    ninth of January, a hundred and thirteen; the second of March, a hundred and thirteen. Each time the wind was \
    in the north-west, and each time a ship had passed in the night that she had not seen.

    She told the boatman. He scratched his ear and said that on the mainland they had taken to counting too.

    That summer she painted the steps, each with its number, in the white paint meant for the railing. It took a \
    week. When she had done, there was paint for one more, and she put the tin on the topmost landing, with the \
    lid on, for when it should be needed.
    """

  static let notes = """
    A bar that floats over the text hides its last line; a bar that stands on the text ends it. The second is \
    harder to build and easier to read.

    Scroll to the end: the last line stops exactly above the toolbar. Switch the tab, open the next section, make \
    the text larger, turn the window on its side: it still does, and the toolbar is still the same one, with the \
    same focus and the same number in it.

    The width of a line is not the width of a window. Sixty to seventy characters are enough; what is left over \
    is for the eye to rest in.

    Every page knows the way to its shell, and none of them needs it: taken out of the window, this text would be \
    a text.
    """
}
