/** The banned words of docs/glossary.md as data. `check-vocabulary.ts` applies them. */

/** Where a word is looked for. `title` is the title of a test; `english` and `spanish` are the values of the text tables in that language. */
export type Scope = 'file' | 'identifier' | 'comment' | 'title' | 'portuguese' | 'english' | 'spanish';

export interface Ban {
  /** A name for the report and for the test that plants it. */
  name: string;
  /** Matched against one lower-case word of a name, or anywhere in a comment or text. */
  words: RegExp;
  scopes: readonly Scope[];
  /** Files in which the word has its proper meaning. */
  allowedPaths?: RegExp;
  /** Whole identifiers or file names that may contain the word. */
  allowedNames?: RegExp;
  /** Phrases in comments and titles that may contain the word. */
  allowedPhrases?: RegExp;
  /** Matches the whole identifier or file name instead of one of its words. */
  isExact?: true;
}

const everywhere = ['file', 'identifier', 'comment', 'title'] as const;
const prose = ['comment', 'title'] as const;
const names = ['file', 'identifier'] as const;
const texts = ['portuguese', 'english', 'spanish'] as const;

const kanbanPaths = /kanban|flow|lane-picker|tags?\b|ticket-timers|tickets?\b|policy|board|schema|name-cache|catalogue/;

export const bans: readonly Ban[] = [
  { name: 'house', words: /houses?/, scopes: everywhere },
  {
    name: 'room',
    words: /rooms?/,
    scopes: everywhere,
    allowedPaths: /infrastructure\/realtime\/|wiring\/sockets\/|ticket-scope|web\/src\/lib\/topics/,
    allowedPhrases: /Socket\.IO rooms?/gi,
  },
  { name: 'hall', words: /halls?|doorstep|doorkeeper|gatekeepers?|street/, scopes: everywhere },
  { name: 'door', words: /doors?/, scopes: everywhere },
  {
    name: 'floor',
    words: /floors?/,
    scopes: ['identifier', ...prose],
    allowedNames: /^eventLogFloor$/,
    allowedPhrases: /event_log_floor|Math\.floor/g,
  },
  { name: 'law', words: /law|switchboard|lift/, scopes: prose },
  { name: 'tell', words: /tells?|told|tellings?/, scopes: everywhere },
  { name: 'say', words: /says?|said|sayings?/, scopes: names },
  { name: 'hear', words: /hears?|heard|hearers?|hearing|ears?/, scopes: everywhere },
  { name: 'speak', words: /speaks?|speaking|spoken/, scopes: names },
  {
    name: 'keep',
    words: /keeps?|kept|keepers?|keeping/,
    scopes: names,
    allowedNames:
      /^(BACKUP_KEEP_DAYS|keepAlive|keepAliveTimeout|keepPreviousData|keepalive|keepListWidth|\w+_KEPT_MS)$/,
  },
  { name: 'lay', words: /lays?|laid/, scopes: everywhere },
  { name: 'wish', words: /wish(es|ed)?/, scopes: everywhere },
  // `Content.place` of an event is a stored key.
  { name: 'place', words: /places?|placed|placing/, scopes: names, allowedPaths: /src\/channels\/port\.ts$/ },
  {
    name: 'lane',
    words: /lanes?/,
    scopes: everywhere,
    allowedPaths: kanbanPaths,
    allowedNames: /laneIds?$/i,
    allowedPhrases: /kanban lanes?/gi,
  },
  {
    name: 'line',
    words: /lines?/,
    scopes: ['file'],
    allowedPaths: /infrastructure\/log\/|spreadsheets\/|csv|online|timeline/,
  },
  { name: 'Line', words: /(Line|Lines|lineOf|linesOf)/, scopes: ['identifier'], isExact: true },
  { name: 'look', words: /looks?|looked|looking/, scopes: names, allowedNames: /^looksLike/ },
  { name: 'news', words: /news/, scopes: names },
  { name: 'word', words: /words?/, scopes: ['file'] },
  { name: 'crowd', words: /crowd|masses/, scopes: everywhere },
  { name: 'road', words: /road|walk|hands/, scopes: names, isExact: true },
  { name: 'mend', words: /mends?|mended|mending/, scopes: [...prose, 'english'] },
  { name: 'somebody', words: /whoever|whomever|somebody/, scopes: [...prose, 'english'] },
  { name: 'nobody', words: /nobody/, scopes: prose },
  {
    // A comment begins with the thing that it is about: «Id of the button», not «Of the button».
    name: 'Of without a subject',
    words: /(?<=^(\/\/ |\/\*\*? |\/\*\*\n\s*\* ))of/,
    scopes: ['comment'],
  },
  { name: 'by heart', words: /by heart|so many/, scopes: prose },
  { name: 'stranger', words: /strangers?|neighbours?/, scopes: everywhere },
  {
    name: 'ring',
    words: /rings?|ringing|rung|rang/,
    scopes: everywhere,
    allowedNames: /^keyRing$/,
    allowedPhrases: /(focus|error) ring/gi,
  },
  { name: 'meet', words: /met|meet|standing/, scopes: ['identifier'] },
  { name: 'strike', words: /struck|strike|forgiven?/, scopes: everywhere },
  { name: 'breath', words: /breath|breathe|enthrone|dethrone/, scopes: everywhere },
  {
    name: 'signal',
    words: /signals?/,
    scopes: names,
    // `signalRepository` is a property of the Baileys library.
    allowedNames: /^(signal|onSignal|AbortSignal|exitSignal|stopSignals?|signals|signalRepository)$/,
  },
  { name: 'attendant', words: /attendants?/, scopes: ['identifier', ...prose, 'english'] },
  {
    name: 'wallet',
    words: /wallets?/,
    scopes: ['identifier', 'english'],
    allowedNames: /^(DirectTicketsToWallets|directTicketsToWallets|walletUserId|walletQueueId|wallet)$/,
  },
  {
    name: 'bare -ing file name',
    words: /[a-z]+ing/,
    scopes: ['file'],
    isExact: true,
    allowedNames: /^(rating|billing|formatting|typing|setting|string|pending|outgoing|operating)\./,
  },
  { name: 'British spelling', words: /colours?|recognise[ds]?|authorise[ds]?|behaviours?/, scopes: names },
  { name: 'assistant', words: /assistentes?|asistentes?|assistants?|robôs?/, scopes: texts },
  {
    name: 'fila',
    words: /filas?/,
    scopes: ['spanish'],
    // The rows of a spreadsheet.
    allowedPaths: /import|spreadsheet-texts/,
    allowedPhrases: /2\.000 filas|filas del (informe|Excel)/gi,
  },
];
