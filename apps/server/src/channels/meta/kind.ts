import type { Readable } from 'node:stream';
import type { Channel } from '../port.ts';
import type { Graph, MetaApp } from './graph.ts';

/** What each of Meta's channels does in its own way; proving deliveries is the same for all. */
export type MetaKind = Pick<
  Channel,
  | 'parse'
  | 'send'
  | 'fetchMedia'
  | 'findNumber'
  | 'edit'
  | 'remove'
  | 'markRead'
  | 'typing'
  | 'check'
  | 'templates'
  | 'profile'
>;
export interface MetaKindDeps {
  graph: Graph;
  app: MetaApp;
  /** Where the Graph answers: files at the same place may be fetched as well (a simulator keeps them itself). */
  graphUrl: string;
  openFile(key: string): Promise<{ stream: Readable } | undefined>;
}
