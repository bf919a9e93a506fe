import type { PlainPermission } from '@balcao/domain/policy/policy';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Who may knock: anyone at all, a program with the token of a connection, or a signed-in user with a permission. */
export type Access = 'public' | 'api-token' | PlainPermission;
/** How often one caller may knock; the numbers are in the server's foundation/limits. */
export type RateClass = 'ordinary' | 'sign-in' | 'refresh' | 'upload' | 'api';

export interface Parts {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Multipart field that carries the file. */
  files?: string;
  /** Multipart field that may carry several files, with the body's fields beside them; JSON without files is taken too. */
  optionalFiles?: string;
  /** Where larger files than a channel takes are welcome. */
  maxFileBytes?: number;
  reply: z.ZodType;
  access: Access;
  /** 200 unless the specification says otherwise. */
  status?: 201;
  /** May still be called when the company's subscription has run out. */
  whenOverdue?: true;
  rate?: RateClass;
  /** Another path that leads here too, for clients that know it by that one. */
  alias?: string;
}
export type Endpoint<P extends Parts = Parts> = P & { method: Method; path: string };

const on =
  (method: Method) =>
  <const P extends Parts>(path: string, parts: P): Endpoint<P> => ({ ...parts, method, path });
export const get = on('GET');
export const post = on('POST');
export const put = on('PUT');
export const del = on('DELETE');

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives, already parsed. */
export interface ParsedRequest<E extends Endpoint> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
}
/** What a caller must give: only the parts this endpoint has. */
export type RequestInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: In<E[K]>;
};
export type Reply<E extends Endpoint> = z.input<E['reply']>;
export type ResponseData<E extends Endpoint> = z.output<E['reply']>;
export type Group = Record<string, Endpoint>;
