import type { Config } from '../infrastructure/config.ts';
import { isLoopbackAddress } from '../infrastructure/safe-fetch/address.ts';
import { createSafeFetch } from '../infrastructure/safe-fetch/safe-fetch.ts';

/** Hosts that the operator configured may be on this machine; hosts that users enter only if PRIVATE_HOSTS lists them. */
export function createEgress(
  { transcriptionUrl, privateHosts }: Config,
  reachesLoopback: boolean,
  isBlocked: () => boolean,
) {
  const host = new URL(transcriptionUrl).hostname;
  const isLocal = isLoopbackAddress(host.replace(/^\[|\]$/g, '')) || host === 'localhost';
  return {
    reachesLoopback,
    operator: createSafeFetch({ allowLoopback: isLocal, isBlocked }),
    users: createSafeFetch({ allowLoopback: reachesLoopback, privateHosts, isBlocked }),
  };
}
