import { z } from 'zod';
import { isAddressOrRange } from './safe-fetch/address.ts';

/** An address without a path. */
export const origin = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:\/\/[^/?#@]+\/?$/.test(text))
  .transform((text) => new URL(text).origin);

/** IP addresses or ranges, separated by commas. */
export const addresses = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(z.array(z.string().refine(isAddressOrRange)));
