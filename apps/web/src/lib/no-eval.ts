/** The content security policy forbids eval. Zod must not even test for it: the attempt alone is reported. */
import { config } from 'zod';

config({ jitless: true });
