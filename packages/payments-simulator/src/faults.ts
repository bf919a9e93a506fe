import type { Faults, ProviderName } from './control.ts';

type CallFault = NonNullable<Faults['calls']>;

/** A fault that applies after the call was executed. */
export const isAfterwards = ({ losesResponse, isGarbage }: CallFault): boolean => Boolean(losesResponse || isGarbage);

/** The planned fault for this call, if any; one with `times` is used up. */
export function takeFault(
  faults: Map<ProviderName, Faults>,
  provider: ProviderName,
  path: string,
  applies: (fault: CallFault) => boolean,
): CallFault | undefined {
  const fault = faults.get(provider)?.calls;
  if (!fault || !applies(fault) || (fault.path !== undefined && !path.includes(fault.path))) return undefined;
  if (fault.times === 0) return undefined;
  if (fault.times !== undefined) fault.times -= 1;
  return fault;
}
