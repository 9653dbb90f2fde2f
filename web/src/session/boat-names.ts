/** Codes of nations before a sail number. */
const NATIONS =
  "ARG AUS AUT BEL BRA CAN CHI CHN CRO CZE DEN ESP EST FIN FRA GBR GER GRE HKG HUN IND IRL ISR ITA JPN KOR LAT LTU " +
  "MAS MEX MLT MON NED NOR NZL PER POL POR RSA SGP SLO SUI SWE THA TUR UKR URU USA";
const SAIL_NUMBER = new RegExp(`(?<![A-Za-z])(${NATIONS.replaceAll(" ", "|")})[ _-]?(\\d{1,6})(?!\\d)`);

interface Named {
  first_name: string;
  last_name: string;
  /** Name of the recording's file. */
  file: string;
}

/** "ESP 30782" in the name of a file; null without one. */
export function sailNumber(file: string): string | null {
  const found = SAIL_NUMBER.exec(file);
  return found ? `${found[1]} ${Number(found[2])}` : null;
}

/**
 * Labels of the boats of a race, each different: the sail number, else the sailor's last name, with the initial where two
 * have the same, and numbered where one person has several boats.
 */
export function boatNames(boats: readonly Named[]): string[] {
  const last = boats.map(({ file, last_name, first_name }) => sailNumber(file) ?? (last_name || first_name));
  const initial = last.map((name, i) => (isUnique(last, name) ? name : withInitial(boats[i]!, name)));
  const seen = new Map<string, number>();
  return initial.map((name) => {
    if (isUnique(initial, name)) return name;
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return `${name} ${number}`;
  });
}

const isUnique = (names: readonly string[], name: string) => names.indexOf(name) === names.lastIndexOf(name);

const withInitial = ({ first_name, last_name }: Named, name: string) =>
  name === last_name && first_name ? `${first_name[0]}. ${last_name}` : name;
