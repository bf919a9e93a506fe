import { hash } from 'node:crypto';

/** Names a dynamic statement by the hash of its text, so that equal texts are prepared once per connection. */
export const namedByHash = ({
  sql,
  params,
}: {
  sql: string;
  params: unknown[];
}): [{ name: string; text: string }, unknown[]] => [{ name: `q-${hash('sha1', sql)}`, text: sql }, params];
