/** Confirms an irreversible action by the typed name. Repeated and outer spaces are ignored; case and accents are not. */
export const confirmsName = (typed: string, name: string): boolean =>
  plain(typed) !== '' && plain(typed) === plain(name);

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
