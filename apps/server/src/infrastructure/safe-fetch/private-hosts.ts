import { z } from 'zod';
import { bareHost } from './exchange.ts';

/** A host of the operator's own network that companies may call, on one port or on the usual ones. */
export interface PrivateHost {
  /** As a URL names it, in lower case. */
  host: string;
  port?: number;
}

const ENTRY = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?)(?::\d{1,5})?$/i;
const entry = z
  .string()
  .refine((text) => ENTRY.test(text) && URL.canParse(`http://${text}`))
  .transform((text): PrivateHost => {
    const port = /:(\d{1,5})$/.exec(text.replace(/^\[.*\]/, ''))?.[1];
    return { host: bareHost(new URL(`http://${text}`)), ...(port !== undefined && { port: Number(port) }) };
  });

/** Hosts with or without a port, separated by commas. */
export const privateHostList = z
  .string()
  .transform((text) => text.split(',').map((host) => host.trim()))
  .pipe(z.array(entry));

/** The entry for this address; one without a port allows the usual ports. */
export const findPrivateHost = (hosts: readonly PrivateHost[], url: URL): PrivateHost | undefined => {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  return hosts.find((listed) => listed.host === bareHost(url) && (listed.port ?? port) === port);
};
