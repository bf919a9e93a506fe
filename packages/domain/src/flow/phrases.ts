import { fold } from '../text/fold.ts';

export const phraseModes = ['equal', 'starts', 'contains'] as const;
export type PhraseMode = (typeof phraseModes)[number];
/** A phrase that starts a flow. Without a connection it applies to every connection. */
export interface FlowPhrase {
  id: number;
  flowId: number;
  connectionId: number | null;
  phrase: string;
  mode: PhraseMode;
}
/** Longer messages are not searched further. */
const MAX_TEXT_LENGTH = 4096;

/** Case, accents, repeated spaces and invisible characters do not matter. */
export const normalizePhrase = (text: string): string =>
  fold(text.slice(0, MAX_TEXT_LENGTH).replace(/\p{Cf}/gu, ''))
    .replace(/\s+/gu, ' ')
    .trim();

interface TrieNode<P> {
  next: Map<string, TrieNode<P>>;
  phrases: P[];
  /** Longest proper suffix in the trie, and the nearest suffix with phrases (Aho–Corasick). */
  suffix: TrieNode<P> | null;
  output: TrieNode<P> | null;
}

/**
 * Finds the phrases of a text in one pass, however many phrases there are. An equal phrase wins over one at the start, that
 * over one inside; then the one of the connection, the longest, the oldest.
 */
export function createPhraseMatcher<P extends FlowPhrase>(phrases: readonly P[]) {
  const equal = new Map<string, P[]>();
  const [starts, contains] = [trieNode<P>(), trieNode<P>()];
  for (const phrase of phrases) {
    const text = normalizePhrase(phrase.phrase);
    if (text === '') continue;
    if (phrase.mode === 'equal') equal.set(text, [...(equal.get(text) ?? []), phrase]);
    else insert(phrase.mode === 'starts' ? starts : contains, text, phrase);
  }
  link(contains);

  function matchAll(text: string, connectionId: number | null): P[] {
    const folded = normalizePhrase(text);
    if (folded === '') return [];
    const applies = (phrase: P) => phrase.connectionId === null || phrase.connectionId === connectionId;
    const ranked = (found: P[]) => found.filter(applies).sort(byRank);
    return [
      ...ranked(equal.get(folded) ?? []),
      ...ranked(prefixesIn(starts, folded)),
      ...ranked(occurrencesIn(contains, folded)),
    ];
  }
  return {
    matchAll,
    match: (text: string, connectionId: number | null): P | undefined => matchAll(text, connectionId)[0],
  };
}
export type PhraseMatcher<P extends FlowPhrase = FlowPhrase> = ReturnType<typeof createPhraseMatcher<P>>;

const byRank = (left: FlowPhrase, right: FlowPhrase): number =>
  Number(left.connectionId === null) - Number(right.connectionId === null) ||
  right.phrase.length - left.phrase.length ||
  left.id - right.id;

const trieNode = <P>(): TrieNode<P> => ({ next: new Map(), phrases: [], suffix: null, output: null });

function insert<P>(root: TrieNode<P>, text: string, phrase: P): void {
  let node = root;
  for (const character of text) {
    const next = node.next.get(character) ?? trieNode<P>();
    node.next.set(character, next);
    node = next;
  }
  node.phrases.push(phrase);
}

function link<P>(root: TrieNode<P>): void {
  const queue: TrieNode<P>[] = [root];
  for (const node of queue) {
    for (const [character, child] of node.next) {
      let suffix = node.suffix;
      while (suffix && !suffix.next.has(character)) suffix = suffix.suffix;
      child.suffix = suffix?.next.get(character) ?? root;
      child.output = child.suffix.phrases.length > 0 ? child.suffix : child.suffix.output;
      queue.push(child);
    }
  }
}

function prefixesIn<P>(root: TrieNode<P>, text: string): P[] {
  const found: P[] = [];
  let node: TrieNode<P> | undefined = root;
  for (const character of text) {
    node = node.next.get(character);
    if (!node) break;
    found.push(...node.phrases);
  }
  return found;
}

function occurrencesIn<P>(root: TrieNode<P>, text: string): P[] {
  const found = new Set<P>();
  let node = root;
  for (const character of text) {
    while (node !== root && !node.next.has(character)) node = node.suffix!;
    node = node.next.get(character) ?? root;
    for (let out: TrieNode<P> | null = node; out; out = out.output) for (const phrase of out.phrases) found.add(phrase);
  }
  return [...found];
}
