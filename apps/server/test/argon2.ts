/**
 * Replaces `@node-rs/argon2` in server tests, by an alias in vitest.config.ts: the password of the test users is hashed
 * once per process, because thousands of tests create users and sign in. Any other password costs what it costs in
 * production.
 */
import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';
import { PASSWORD } from './password.ts';

// `require` is not subject to the alias.
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2;
let hashed: Promise<string> | undefined;

export const hash: typeof Argon2.hash = (password, options) =>
  password === PASSWORD ? (hashed ??= argon2.hash(password, options)) : argon2.hash(password, options);

export const verify: typeof Argon2.verify = async (stored, password) =>
  (password === PASSWORD && stored === (await hashed)) || argon2.verify(stored, password);
