extension CountryLanguages {
  /// One row a country: its code, then official and co-official languages, and those in which places are usually signed.
  /// Written from the countries' own laws and usage.
  static let rows = """
    AD ca
    AE ar en
    AF fa ps
    AG en
    AI en
    AL sq
    AM hy
    AO pt
    AQ en
    AR es
    AS en sm
    AT de
    AU en
    AW nl pap
    AX sv
    AZ az
    BA bs sr hr
    BB en
    BD bn
    BE nl fr de
    BF fr
    BG bg
    BH ar en
    BI rn fr
    BJ fr
    BL fr
    BM en
    BN ms en
    BO es qu ay
    BQ nl pap
    BR pt
    BS en
    BT dz en
    BV nb
    BW en tn
    BY be ru
    BZ en es
    CA en fr
    CC en
    CD fr
    CF fr sg
    CG fr
    CH de fr it rm
    CI fr
    CK en
    CL es
    CM fr en
    CN zh
    CO es
    CR es
    CU es
    CV pt
    CW nl pap
    CX en
    CY el tr
    CZ cs
    DE de
    DJ fr ar so
    DK da
    DM en
    DO es
    DZ ar fr kab
    EC es qu
    EE et
    EG ar
    EH ar es
    ER ti ar en
    ES es ca gl eu
    ET am en om
    FI fi sv
    FJ en fj hi
    FK en
    FM en
    FO fo da
    FR fr
    GA fr
    GB en cy gd
    GD en
    GE ka
    GF fr
    GG en
    GH en
    GI en
    GL kl da
    GM en
    GN fr
    GP fr
    GQ es fr pt
    GR el
    GS en
    GT es
    GU en ch
    GW pt
    GY en
    HK zh en
    HM en
    HN es
    HR hr
    HT fr ht
    HU hu
    ID id
    IE en ga
    IL he ar
    IM en gv
    IN hi en bn te mr ta gu kn ml or pa as ur
    IO en
    IQ ar ku
    IR fa
    IS is
    IT it de fr sl
    JE en
    JM en
    JO ar
    JP ja
    KE en sw
    KG ky ru
    KH km
    KI en
    KM fr ar
    KN en
    KP ko
    KR ko
    KW ar en
    KY en
    KZ kk ru
    LA lo
    LB ar fr
    LC en
    LI de
    LK si ta en
    LR en
    LS en st
    LT lt
    LU lb fr de
    LV lv
    LY ar
    MA ar fr zgh
    MC fr
    MD ro ru
    ME sr bs sq hr
    MF fr
    MG mg fr
    MH en mh
    MK mk sq
    ML fr
    MM my
    MN mn
    MO zh pt
    MP en
    MQ fr
    MR ar fr
    MS en
    MT mt en
    MU en fr
    MV dv en
    MW en ny
    MX es
    MY ms en zh
    MZ pt
    NA en
    NC fr
    NE fr
    NF en
    NG en
    NI es
    NL nl fy
    NO no nb nn se
    NP ne
    NR en na
    NU en
    NZ en mi
    OM ar en
    PA es
    PE es qu
    PF fr ty
    PG en
    PH en fil tl
    PK ur en
    PL pl
    PM fr
    PN en
    PR es en
    PS ar he
    PT pt
    PW en pau
    PY es gn
    QA ar en
    RE fr
    RO ro hu
    RS sr hu
    RU ru
    RW rw en fr
    SA ar en
    SB en
    SC en fr
    SD ar en
    SE sv
    SG en zh ms ta
    SH en
    SI sl it hu
    SJ nb no
    SK sk hu
    SL en
    SM it
    SN fr
    SO so ar
    SR nl
    SS en ar
    ST pt
    SV es
    SX en nl
    SY ar
    SZ en ss
    TC en
    TD fr ar
    TF fr
    TG fr
    TH th
    TJ tg ru
    TK en
    TL pt tet
    TM tk ru
    TN ar fr
    TO en to
    TR tr
    TT en
    TV en
    TW zh
    TZ sw en
    UA uk ru
    UG en sw
    UM en
    US en es
    UY es
    UZ uz ru
    VA it la
    VC en
    VE es
    VG en
    VI en
    VN vi
    VU bi en fr
    WF fr
    WS sm en
    XK sq sr
    YE ar
    YT fr
    ZA en af zu xh
    ZM en
    ZW en
    """
}
