import type { ParsedRequest, Access, Endpoint, Group, Language, Reply } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';

/** An uploaded file within the size limit. Its type must be detected from the bytes. */
export interface Upload {
  bytes: Buffer;
  fileName: string;
}

/** One of several uploaded files; its bytes are in a temporary file until the response is sent. */
export interface SentFile {
  path: string;
  fileName: string;
  bytes: number;
  /** The first bytes, for type detection. */
  head: Buffer;
  /** Caption of this file: body fields repeat in the order of the files. */
  caption: string;
  /** The other text fields of this file. */
  otherFields: Readonly<Record<string, string>>;
}

/** The caller of the public send API, identified by a connection's token: a program, not a user. */
export interface TokenHolder {
  companyId: number;
  connectionId: number;
  tokenHash: Buffer;
}

/** Network facts of the request, and access to the refresh-token cookie. */
export interface RequestInfo {
  address: string;
  userAgent: string;
  language: Language;
  /** Origin from the `Host` header, as sent by the client. Untrusted; never forward it. */
  origin: string;
  /** Requests with the same key are executed once. */
  idempotencyKey: string | undefined;
  /** Throws unless the request provably comes from a page of this server. */
  refreshToken(): string | undefined;
  setRefreshToken(token: string, isPersistent: boolean): void;
  dropRefreshToken(): void;
}

type ActorFor<D extends Access> = D extends 'public' ? null : D extends 'api-token' ? TokenHolder : Actor;
type FileFor<E extends Endpoint> = E['files'] extends string ? Upload : null;
type FilesFor<E extends Endpoint> = E['optionalFiles'] extends string ? SentFile[] : null;
export type Handler<E extends Endpoint> = (
  request: ParsedRequest<E> & { actor: ActorFor<E['access']>; file: FileFor<E>; files: FilesFor<E>; info: RequestInfo },
) => Promise<Reply<E>>;
/** Runs before the files of a request are read, so that a refused upload writes nothing. */
type Admission<E extends Endpoint> = (
  request: Pick<ParsedRequest<E>, 'params'> & { actor: ActorFor<E['access']>; hasFiles: boolean },
) => Promise<void>;
export type Admissions<G extends Group> = { [K in keyof G]?: Admission<G[K]> };
export type Handlers<G extends Group> = { [K in keyof G]: Handler<G[K]> };

export interface Route {
  name: string;
  endpoint: Endpoint;
  run: (request: never) => Promise<unknown>;
  admit?: ((request: never) => Promise<void>) | undefined;
}

/** Binds a contract group to its handlers. A missing handler does not compile. */
export const handle = <G extends Group>(
  module: string,
  group: G,
  handlers: Handlers<G>,
  admissions: Admissions<G> = {},
): Route[] =>
  Object.entries(group).map(([name, endpoint]) => ({
    name: `${module}.${name}`,
    endpoint,
    run: handlers[name as keyof G] as Route['run'],
    admit: admissions[name as keyof G] as Route['admit'],
  }));
