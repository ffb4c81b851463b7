"""Makes a sample in TypeScript run as JavaScript, where no compiler is at hand.

The samples keep to three forms: a `type` of its own that begins a line, a named type after a parameter,
and types of nothing else.
"""
import re
import sys

NAMED = r"(?:string|number|object|Grant|Database|Words|Item)(?:\[\])?(?: \| null)?"


def stripped(text):
    text = re.sub(r"^type \w+ = \{.*?\};\n", "", text, flags=re.M | re.S)
    return re.sub(rf"(?<=\w): {NAMED}(?=[,)])", "", text)


if __name__ == "__main__":
    print(stripped(open(sys.argv[1]).read()))
