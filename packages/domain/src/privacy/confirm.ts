/** What cannot be taken back is confirmed by typing the name: how it is spaced does not matter, how it is written does. */
export const confirmsName = (typed: string, name: string): boolean =>
  plain(typed) !== '' && plain(typed) === plain(name);

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
