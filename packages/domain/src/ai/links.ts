/** Invisible characters split a host for a filter but not for a phone. A joiner between letters is no emoji. */
const INVISIBLE = /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<=[\w.])\u200d(?=[\w.])/g;

/** [label](address): the label hides where the link leads. */
const MASKED = /!?\[([^\][]{0,500})\]\(([^()\n]{1,2000})\)/g;

const DOT = '[.。．｡]';
const LABELS = `(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?${DOT}){1,6}`;
const REST = '[^\\s<>"\'`]';
/** Endings that phones turn into links without a scheme. */
const ENDINGS = [
  'com|net|org|br|io|app|dev|link|info|biz|xyz|site|online|shop|store|top|click|live|club|page|ly|gl|gov|edu',
  'ru|cn|tk|pt|uk|website|tech|digital|pro',
].join('|');
const ADDRESS = new RegExp(
  [
    `[a-z][a-z0-9+.-]{1,20}://${REST}+`,
    `(?<![\\p{L}\\p{N}])www${DOT}${REST}+`,
    // Any other ending counts only with a path: «fim.me» is a missing space, «t.me/x» is a link.
    `(?<![@\\p{L}\\p{N}_.%+-])${LABELS}\\p{L}{2,18}(?::\\d{1,5})?/${REST}+`,
    `(?<![@\\p{L}\\p{N}_.%+-])${LABELS}(?:${ENDINGS})(?![\\p{L}\\p{N}-])(?::\\d{1,5})?(?:[/?#]${REST}*)?`,
  ].join('|'),
  'giu',
);
const TRAILING = /(?<![.,;:!?*_~)\]}])[.,;:!?*_~)\]}]+$/;

/** The host of an address as a browser understands it, without `www.`; undefined if it has none. */
function hostOf(address: string): string | undefined {
  const trimmed = address.replace(TRAILING, '');
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, username, password } = new URL(url);
  // Before an @ another host can be pretended.
  const isPlain = (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  return isPlain ? hostname.replace(/\.$/, '').replace(/^www\./, '') : undefined;
}

/** The hosts that a text of the company names. */
export function hostsIn(text: string): Set<string> {
  const plain = text.replace(INVISIBLE, '').replace(MASKED, ' $1 $2 ');
  return new Set((plain.match(ADDRESS) ?? []).flatMap((address) => hostOf(address) ?? []));
}

/** Removes links to other hosts. A masked link to an allowed host shows its address; another one leaves its label. */
export function removeForeignLinks(text: string, hosts: ReadonlySet<string>): string {
  const isAllowed = (address: string): boolean => hosts.has(hostOf(address) ?? '');
  const result = text
    .replace(INVISIBLE, '')
    .replace(MASKED, (_, label: string, target: string) => {
      const address = target.trim().split(/\s/, 1)[0]!.replace(/^<|>$/g, '');
      if (!isAllowed(address)) return label;
      return label.trim() === '' || label.includes(address) ? address : `${label}: ${address}`;
    })
    .replace(ADDRESS, (address) => (isAllowed(address) ? address : (TRAILING.exec(address)?.[0] ?? '')));
  return result === text ? text : tidy(result);
}

/** What is left around a removed link. */
const tidy = (text: string): string =>
  text
    .replace(/\(\s{0,9}\)|\[\s{0,9}\]|<\s{0,9}>/g, '')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .replace(/[ \t]$/gm, '')
    .trim();
