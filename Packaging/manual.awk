# Turns the help of a command into a manual page, for Packaging/manual. The help comes first, then topics, each below a line of a form feed,
# `topic` and its name. Headings of the help end with a colon; an option is followed by its text, or has it below.

function escaped(text) {
  gsub(/\\/, "\\(rs", text)
  gsub(/-/, "\\-", text)
  gsub(/\047/, "\\(aq", text)
  gsub(/`/, "\\(ga", text)
  gsub(/\^/, "\\(ha", text)
  gsub(/~/, "\\(ti", text)
  sub(/^\./, "\\\\\\&.", text)
  return text
}

function add(section, text) { body[section] = body[section] text "\n" }

function add_paragraph(section, text) { add(section, (body[section] == "" ? "" : ".PP\n") escaped(text)) }

# A word and what it means. In `--format <format>` the word of the user is in italics.
function add_item(section, item, text) {
  item = escaped(item)
  gsub(/<[^>]*>/, "\\fI&\\fP", item)
  gsub(/[<>]/, "", item)
  add(section, ".TP\n.B " item)
  if (text != "") add(section, escaped(text))
}

# The next line of the block, which is taken from it.
function next_line(line) {
  line = substr(block, 1, index(block, "\n") - 1)
  block = substr(block, index(block, "\n") + 1)
  return line
}

# What the description has: paragraphs, and blocks of lines that begin with blanks.
function end_paragraph() {
  if (sub(/^Exit status: /, "", paragraph)) add_paragraph("EXIT STATUS", paragraph)
  else if (paragraph != "") add_paragraph("DESCRIPTION", paragraph)
  paragraph = ""
}

# Examples begin with a command of ours, numbers of exits with a number. The paragraph above goes with a block that it announces.
function end_block(section, line) {
  if (block == "") return
  section = block ~ /^ +geocode/ ? "EXAMPLES" : block ~ /^ +[0-9]+ / ? "EXIT STATUS" : "DESCRIPTION"
  if (paragraph !~ /:$/) end_paragraph()
  if (paragraph != "" && paragraph != "Examples:" && section != "EXIT STATUS") add_paragraph(section, paragraph)
  paragraph = ""
  if (section == "EXIT STATUS") {
    while (block != "") {
      line = next_line()
      sub(/^ +/, "", line)
      add_item(section, substr(line, 1, index(line, " ") - 1), substr(line, index(line, " ") + 1))
    }
    return
  }
  add(section, (body[section] == "" ? "" : ".PP\n") ".RS 2\n.EX")
  while (block != "") add(section, escaped(substr(next_line(), 3)))
  add(section, ".EE\n.RE")
}

# Whether a word of a topic concerns this page: its options are here, and whoever it is about.
function concerns(text, option) {
  while (match(text, /--[a-z-]+/)) {
    option = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    if (help !~ "\n  (-[a-zA-Z], )?" option "[^a-z-]") return 0
  }
  return (text !~ /geocoded/ || help ~ /geocoded/) && (text !~ /extracts/ || help ~ /extract/) &&
    (text !~ /default data/ || help ~ /default (data|store|one)|world layer/)
}

function end_entry(section) {
  section = toupper(part)
  if (entry != "" && concerns(whole)) add_item(section, entry, meaning)
  entry = meaning = whole = ""
}

/^\ftopic / {
  end_block()
  end_paragraph()
  end_entry()
  part = $2
  next
}
part == "exit" {
  if (body["EXIT STATUS"] == "" || numbers) numbers = 1
  if (numbers && /^ +[0-9]/) block = block $0 "\n"
  next
}
part == "environment" || part == "files" {
  if (/^[^ ]/) {
    end_entry()
    entry = $0
    if (match($0, /   */)) {
      entry = substr($0, 1, RSTART - 1)
      meaning = substr($0, RSTART + RLENGTH)
    }
    whole = $0
    next
  }
  sub(/^ +/, "")
  meaning = meaning (meaning == "" ? "" : " ") $0
  whole = whole " " $0
  next
}

{ help = help $0 "\n" }
/^OVERVIEW: / {
  summary = substr($0, 11)
  sub(/\.$/, "", summary)
  part = "description"
  next
}
/^USAGE: / {
  end_block()
  end_paragraph()
  part = "usage"
  add("SYNOPSIS", escaped(substr($0, 8)))
  next
}
part == "description" && /^ / { block = block $0 "\n"; next }
part == "description" && !NF { end_block(); if (paragraph !~ /:$/) end_paragraph(); next }
part == "description" { end_block(); paragraph = paragraph (paragraph == "" ? "" : " ") $0; next }
part == "usage" && /^ / { sub(/^ +/, ""); add("SYNOPSIS", escaped($0)); next }
/^[A-Z][^:]*:$/ {
  part = "items"
  group = substr($0, 1, length($0) - 1)
  section = group ~ /^(ARGUMENTS|OPTIONS|SUBCOMMANDS)$/ ? group : "groups"
  if (section == "groups") add(section, ".SS " substr(group, 1, 1) tolower(substr(group, 2)))
  next
}
part == "items" && match($0, /^  (-[^ ]+(, -[^ ]+)*( <[^>]*>)?|<[^>]*>( \.\.\.)?|[a-z-]+ )( +|$)/) {
  item = substr($0, 3, RLENGTH - 2)
  sub(/ +$/, "", item)
  add_item(section, item, substr($0, RLENGTH + 1))
  next
}
part == "items" && /^  [^ ]/ { sub(/^ +/, ""); add_paragraph(section, $0); next }
part == "items" && NF { sub(/^ +/, ""); add(section, escaped($0)) }

END {
  end_block()
  body["OPTIONS"] = body["OPTIONS"] body["groups"]
  printf ".TH %s 1 %s \"geocode %s\" \"geocode\"\n", toupper(page), date, version
  printf ".SH NAME\n%s \\- %s\n", escaped(page), escaped(summary)
  body["SYNOPSIS"] = ".nf\n" body["SYNOPSIS"] ".fi\n"
  # Pages that this one names, and the first one of all.
  count = split(pages, names, " ")
  for (at = 1; at <= count; at++) {
    words = names[at]
    sub(/-/, "[ -]", words)
    if (names[at] == page || (names[at] != "geocode" && page != "geocode" && help !~ words "[^a-z]")) continue
    if (body["SEE ALSO"] != "") sub(/\n$/, ",\n", body["SEE ALSO"])
    add("SEE ALSO", ".BR " escaped(names[at]) " (1)")
  }
  count = split("SYNOPSIS,DESCRIPTION,ARGUMENTS,OPTIONS,SUBCOMMANDS,EXIT STATUS,ENVIRONMENT,FILES,EXAMPLES,SEE ALSO", sections, ",")
  for (at = 1; at <= count; at++) if (body[sections[at]] != "") printf ".SH %s\n%s", sections[at], body[sections[at]]
}
