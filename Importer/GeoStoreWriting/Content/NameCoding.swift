import GeoStore
import GeoSupport

/// The bytes of a name in a ``NameTable``: its text, then for each translation the language and the text, each with its length
/// in front as a varint.
enum NameCoding {
  /// Writes a name.
  static func encode(_ name: NameTable.Name, into writer: inout ByteWriter) {
    encode(name.text, into: &writer)
    for translation in name.translations {
      encode(translation.language, into: &writer)
      encode(translation.text, into: &writer)
    }
  }

  /// Writes a text.
  static func encode(_ text: String, into writer: inout ByteWriter) {
    var text = text
    text.withUTF8 {
      writer.varint($0.count)
      writer.append($0)
    }
  }

  /// The name with all translations.
  static func name(_ bytes: UnsafeBufferPointer<UInt8>) -> NameTable.Name {
    var reader = ByteReader(bytes)
    var name = NameTable.Name(text(&reader))
    while reader.remaining > 0 {
      let language = text(&reader)
      // They were sorted when the name was made.
      name.translations.append(NameTranslation(language: language, text: text(&reader)))
    }
    return name
  }

  /// The text alone.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var reader = ByteReader(bytes)
    return text(&reader)
  }

  /// Writes the text of a name as it stands there, with its length in front.
  static func encode(textOf bytes: UnsafeBufferPointer<UInt8>, into writer: inout ByteWriter) {
    var reader = ByteReader(bytes)
    let count = reader.count()
    writer.append(UnsafeBufferPointer(rebasing: bytes[..<(bytes.count - reader.remaining + count)]))
  }

  /// How many translations a name has.
  static func translationCount(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var reader = ByteReader(bytes)
    var texts = 0
    while reader.remaining > 0 {
      _ = reader.block(reader.count())
      texts += 1
    }
    return texts / 2
  }

  /// A number that differs for nearly all different names.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 { Hashing.mix(Hashing.fnv1a(bytes)) }

  /// The next text as it stands there.
  static func bytes(_ reader: inout ByteReader) -> TextBytes {
    let count = reader.count()
    return TextBytes(UnsafeRawBufferPointer(start: reader.block(count), count: count))
  }

  private static func text(_ reader: inout ByteReader) -> String {
    let count = reader.count()
    return String(decoding: UnsafeRawBufferPointer(start: reader.block(count), count: count), as: UTF8.self)
  }
}
