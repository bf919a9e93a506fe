/** Our content security policy forbids code made from text. Zod must not even try: the attempt alone is reported. */
import { config } from 'zod';

config({ jitless: true });
