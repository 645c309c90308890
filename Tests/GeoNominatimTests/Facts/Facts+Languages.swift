extension Facts {
  static let languages = Fact.table(
    """
    lat=47.14&lon=9.55&format=jsonv2 | address.country | Liechtenstein
    lat=47.14&lon=9.55&format=jsonv2&accept-language=ja,en | address.country | リヒテンシュタイン
    lat=47.14&lon=9.55&format=jsonv2 {fo-ca,fo;q=0.8,en-ca;q=0.5,en;q=0.3} | address.country | Liktinstein
    lat=47.14&lon=9.55&format=jsonv2&accept-language=en {fo-ca,fo;q=0.8,en-ca;q=0.5,en;q=0.3} | address.country | Liechtenstein
    lat=47.14&lon=9.55&format=jsonv2 {en;q=0.3,ja} | address.country | リヒテンシュタイン
    lat=47.14&lon=9.55&format=jsonv2&accept-language=xx | address.country | Liechtenstein
    lat=47.14122383&lon=9.52169581334&zoom=10&format=jsonv2&accept-language=ru | name | Вадуц
     | display_name | ~Вадуц
     | address.town | Вадуц
     | address.country | Лихтенштейн
     | namedetails | -
    lat=47.14122383&lon=9.52169581334&zoom=10&accept-language=zh | ref | 瓦杜茲
    lat=47.14122383&lon=9.52169581334&zoom=10&format=geocodejson&accept-language=ru | admin.level8 | Вадуц
    lat=45.174&lon=-103.072&format=jsonv2&accept-language=de | display_name | Butte County, South Dakota, Vereinigte Staaten
    lat=45.174&lon=-103.072&format=jsonv2&accept-language=ja | display_name | Butte County, サウスダコタ州, アメリカ合衆国
    lat=47.13836&lon=9.52304&format=jsonv2&accept-language=en | name | Liechtenstein National Museum
     | address.tourism | Liechtenstein National Museum
    lat=47.13836&lon=9.52304&format=jsonv2 | name | Liechtensteinisches Landesmuseum Vaduz
    """)
}
