/**
 * Zod, as every module of the build imports it. The content security policy forbids eval, and Zod must not even test for
 * it: the attempt alone is reported. Only screens with forms load this file.
 */
import { config } from 'zod/v4';

config({ jitless: true });

export * from 'zod/v4';
