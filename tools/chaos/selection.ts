import type { Scenario } from './scenario.ts';

export interface Selection {
  /** Comma-separated ids. */
  scenario?: string | undefined;
  on?: string | undefined;
  short: boolean;
}

/** The scenarios of a run. An unknown name, or a selection without scenarios, is an error and not an empty run. */
export function selectScenarios(scenarios: readonly Scenario[], { scenario, on, short }: Selection): Scenario[] {
  const requested = new Set(scenario?.split(','));
  refuseUnknown(requested, new Set(scenarios.flatMap(({ ids }) => ids)));
  if (on !== undefined) refuseUnknown(new Set([on]), new Set(scenarios.map(channelsOf)));
  const picked = scenarios
    .filter(({ ids, isQuick }) => (requested.size > 0 ? ids.some((id) => requested.has(id)) : isQuick || !short))
    .filter((candidate) => on === undefined || channelsOf(candidate) === on);
  if (picked.length === 0) throw new Error('No scenario is selected: nothing would be played.');
  return picked;
}

const channelsOf = ({ on }: Pick<Scenario, 'on'>): string => on ?? 'sandbox';

function refuseUnknown(names: ReadonlySet<string>, available: ReadonlySet<string>): void {
  const unknown = names.difference(available);
  if (unknown.size > 0)
    throw new Error(`There is no ${[...unknown].join(', ')}; there are ${[...available].join(', ')}.`);
}
