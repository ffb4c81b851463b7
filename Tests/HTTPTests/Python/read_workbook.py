"""The cells of a workbook as openpyxl reads them.

Reads the workbook from standard input, and prints its name, the first cell that scrolls, and the cells of each row.
"""

import io
import json
import sys

from openpyxl import load_workbook
from openpyxl.utils.escape import unescape

sheet = load_workbook(io.BytesIO(sys.stdin.buffer.read())).active


def told(cell):
    """Returns a cell as the test compares it; None for an empty one."""
    if cell.value is None:
        return None
    is_number = cell.data_type == "n"
    content = repr(cell.value) if is_number else unescape(cell.value)
    return {"content": content, "isNumber": is_number, "format": cell.number_format, "isBold": bool(cell.font.b)}


rows = [[told(cell) for cell in row] for row in sheet.iter_rows()]
print(json.dumps({"name": sheet.title, "frozen": sheet.freeze_panes, "rows": rows}))
