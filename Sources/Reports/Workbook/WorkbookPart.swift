/// The parts of a workbook with one worksheet, beside that worksheet (ECMA-376, parts 1 and 2).
struct WorkbookPart {
  static let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
  static let namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  /// The path of the worksheet.
  static let worksheet = "xl/worksheets/sheet1.xml"

  private static let packages = "http://schemas.openxmlformats.org/package/2006"
  private static let relationships =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
  /// The first number of a format that is not one of the spreadsheet's own.
  private static let firstFormat = 164

  let path: String
  let content: String

  private init(_ path: String, _ content: String) {
    self.path = path
    self.content = Self.declaration + content
  }

  /// Returns the parts in the order of the archive. That of the content types is the first.
  ///
  /// - Parameter sheet: the name of the worksheet, of letters, digits and hyphens.
  static func all(sheet: String) -> [WorkbookPart] {
    [
      WorkbookPart("[Content_Types].xml", contentTypes),
      WorkbookPart("_rels/.rels", relations([("officeDocument", "xl/workbook.xml")])),
      WorkbookPart(
        "xl/workbook.xml",
        #"<workbook xmlns="\#(namespace)" xmlns:r="\#(relationships)"><sheets>"#
          + #"<sheet name="\#(sheet)" sheetId="1" r:id="rId1"/></sheets></workbook>"#),
      WorkbookPart(
        "xl/_rels/workbook.xml.rels",
        relations([("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml")])),
      WorkbookPart("xl/styles.xml", styles),
    ]
  }

  private static var contentTypes: String {
    let parts = [
      ("xl/workbook.xml", "sheet.main"), (worksheet, "worksheet"), ("xl/styles.xml", "styles"),
    ]
    let overrides = parts.map { path, type in
      #"<Override PartName="/\#(path)" ContentType="\#(types).\#(type)+xml"/>"#
    }
    return #"""
      <Types xmlns="\#(packages)/content-types">\#
      <Default Extension="rels" \#
      ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\#
      <Default Extension="xml" ContentType="application/xml"/>\#
      \#(overrides.joined())</Types>
      """#
  }

  private static func relations(_ targets: [(type: String, target: String)]) -> String {
    let all = zip(1..., targets).map { number, target in
      #"<Relationship Id="rId\#(number)" Type="\#(relationships)/\#(target.type)" "#
        + #"Target="\#(target.target)"/>"#
    }
    return #"<Relationships xmlns="\#(packages)/relationships">\#(all.joined())</Relationships>"#
  }

  private static var styles: String {
    let custom = CellStyle.all.dropFirst()
    let formats = custom.map {
      #"<numFmt numFmtId="\#(firstFormat + $0.index)" formatCode="\#($0.format)"/>"#
    }
    let font = #"<sz val="11"/><name val="Calibri"/><family val="2"/>"#
    let plain = #"numFmtId="0" fontId="0" fillId="0" borderId="0""#
    let cells = custom.map {
      #"<xf numFmtId="\#(firstFormat + $0.index)" fontId="\#($0.isBold ? 1 : 0)" fillId="0" "#
        + #"borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>"#
    }
    return #"""
      <styleSheet xmlns="\#(namespace)">\#
      <numFmts count="\#(formats.count)">\#(formats.joined())</numFmts>\#
      <fonts count="2"><font>\#(font)</font><font><b/>\#(font)</font></fonts>\#
      <fills count="2"><fill><patternFill patternType="none"/></fill>\#
      <fill><patternFill patternType="gray125"/></fill></fills>\#
      <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\#
      <cellStyleXfs count="1"><xf \#(plain)/></cellStyleXfs>\#
      <cellXfs count="\#(cells.count + 1)"><xf \#(plain) xfId="0"/>\#(cells.joined())</cellXfs>\#
      <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\#
      </styleSheet>
      """#
  }
}
