import GeoStore
import GeoSupport

/// The encoding of a name in a ``NameTable``: its text, then the language and text of each translation.
///
/// Each of these has its length before it, as a varint.
enum NameCoding {
  /// Encodes a name.
  static func encode(_ name: NameTable.Name, into writer: inout ByteWriter) {
    encode(name.text, into: &writer)
    for translation in name.translations {
      encode(translation.language, into: &writer)
      encode(translation.text, into: &writer)
    }
  }

  /// Encodes a text.
  static func encode(_ text: String, into writer: inout ByteWriter) {
    var text = text
    text.withUTF8 {
      writer.varint($0.count)
      writer.append($0)
    }
  }

  /// Decodes a name with all its translations.
  static func name(_ bytes: UnsafeBufferPointer<UInt8>) -> NameTable.Name {
    var reader = ByteReader(bytes)
    var name = NameTable.Name(text(&reader))
    while reader.remaining > 0 {
      let language = text(&reader)
      // The translations were sorted when the name was made.
      name.translations.append(NameTranslation(language: language, text: text(&reader)))
    }
    return name
  }

  /// Decodes only the text.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var reader = ByteReader(bytes)
    return text(&reader)
  }

  /// Copies the encoded text of a name, including its length.
  static func encode(textOf bytes: UnsafeBufferPointer<UInt8>, into writer: inout ByteWriter) {
    var reader = ByteReader(bytes)
    let count = reader.count()
    writer.append(UnsafeBufferPointer(rebasing: bytes[..<(bytes.count - reader.remaining + count)]))
  }

  /// The number of a name's translations.
  static func translationCount(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var reader = ByteReader(bytes)
    var texts = 0
    while reader.remaining > 0 {
      _ = reader.block(reader.count())
      texts += 1
    }
    return texts / 2
  }

  /// A hash, which differs for nearly all different names.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 { Hashing.mix(Hashing.fnv1a(bytes)) }

  /// The bytes of the next text.
  static func bytes(_ reader: inout ByteReader) -> TextBytes {
    let count = reader.count()
    return TextBytes(UnsafeRawBufferPointer(start: reader.block(count), count: count))
  }

  private static func text(_ reader: inout ByteReader) -> String {
    let count = reader.count()
    return String(decoding: UnsafeRawBufferPointer(start: reader.block(count), count: count), as: UTF8.self)
  }
}
