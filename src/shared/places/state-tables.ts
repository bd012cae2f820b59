/** States by their codes, where forms and feeds write codes: ISO 3166-2, in India also those of GST. Other names follow. */
const india = `
andaman and nicobar islands|AN|35|andaman and nicobar
andhra pradesh|AP|AD|28|37
arunachal pradesh|AR|12
assam|AS|18
bihar|BR|10
chandigarh|CH|04
chhattisgarh|CG|CT|22|chattisgarh|chhatisgarh
dadra and nagar haveli and daman and diu|DH|DN|DD|25|26|dadra and nagar haveli|daman and diu
delhi|DL|07|new delhi|nct of delhi|national capital territory of delhi
goa|GA|30
gujarat|GJ|24
haryana|HR|06
himachal pradesh|HP|02
jammu and kashmir|JK|01
jharkhand|JH|20
karnataka|KA|29
kerala|KL|32
ladakh|LA|38
lakshadweep|LD|31
madhya pradesh|MP|23
maharashtra|MH|27
manipur|MN|14
meghalaya|ML|17
mizoram|MZ|15
nagaland|NL|13
odisha|OD|OR|21|orissa
puducherry|PY|34|pondicherry
punjab|PB|03
rajasthan|RJ|08
sikkim|SK|11
tamil nadu|TN|33
telangana|TS|TG|36|telengana
tripura|TR|16
uttar pradesh|UP|09
uttarakhand|UK|UT|05|uttaranchal
west bengal|WB|19`;

const unitedStates = `
alabama|AL
alaska|AK
american samoa|AS
arizona|AZ
arkansas|AR
california|CA
colorado|CO
connecticut|CT
delaware|DE
district of columbia|DC|washington dc
florida|FL
georgia|GA
guam|GU
hawaii|HI
idaho|ID
illinois|IL
indiana|IN
iowa|IA
kansas|KS
kentucky|KY
louisiana|LA
maine|ME
maryland|MD
massachusetts|MA
michigan|MI
minnesota|MN
mississippi|MS
missouri|MO
montana|MT
nebraska|NE
nevada|NV
new hampshire|NH
new jersey|NJ
new mexico|NM
new york|NY
north carolina|NC
north dakota|ND
northern mariana islands|MP
ohio|OH
oklahoma|OK
oregon|OR
pennsylvania|PA
puerto rico|PR
rhode island|RI
south carolina|SC
south dakota|SD
tennessee|TN
texas|TX
us virgin islands|VI|virgin islands
utah|UT
vermont|VT
virginia|VA
washington|WA
west virginia|WV
wisconsin|WI
wyoming|WY`;

const canada = `
alberta|AB
british columbia|BC
manitoba|MB
new brunswick|NB
newfoundland and labrador|NL|newfoundland
northwest territories|NT
nova scotia|NS
nunavut|NU
ontario|ON
prince edward island|PE
quebec|QC
saskatchewan|SK
yukon|YT`;

const australia = `
australian capital territory|ACT
new south wales|NSW
northern territory|NT
queensland|QLD
south australia|SA
tasmania|TAS
victoria|VIC
western australia|WA`;

const rowsOf = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split('\n')
    .map((row) => row.split('|'));

/** By country; of each state its name, then whatever else it is written as. */
export const stateTables: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ['IN', rowsOf(india)],
  ['US', rowsOf(unitedStates)],
  ['CA', rowsOf(canada)],
  ['AU', rowsOf(australia)],
]);
