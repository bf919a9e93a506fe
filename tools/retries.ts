/** Which tests get a second try, and how many may need it. A passed second try hides a failure, so it is named. */
import { stripVTControlCharacters } from 'node:util';

/** A busy machine delays a few tests; more retries than this are a defect of the product or of a test. */
export const MAX_RETRIED = 5;

/** Errors of property tests are not retried: their values come from the seed of the run. */
export const RETRIED_ERRORS = /^(?!Property failed after)/;

/** Titles and files of tests about concurrency. A race that is lost once is a defect, so they have no second try. */
const RACE_TITLE = /concurren|in parallel|at the same time|simultaneous|\brandom|\[PB-\d/i;
const RACE_FILE = /\braces\.test\.ts$/;
export const isRace = (title: string, file: string): boolean => RACE_TITLE.test(title) || RACE_FILE.test(file);

/** The last lines of a run, and whether it fails because of its retries. */
export function retrySummary(names: readonly string[]): { text: string; isFailure: boolean } {
  const isFailure = names.length > MAX_RETRIED;
  if (names.length === 0) return { text: 'No test needed a second try.', isFailure };
  const verdict = isFailure ? `more than ${MAX_RETRIED}, so the run fails` : `at most ${MAX_RETRIED} are accepted`;
  return { text: [`Passed at the second try (${names.length}, ${verdict}):`, ...names].join('\n  '), isFailure };
}

const MAX_REASON = 300;
/** A test with the first line of its error: the output of a run is too long to search. */
export function withReason(name: string, error: string | undefined): string {
  const line = stripVTControlCharacters(error ?? '')
    .trim()
    .split('\n', 1)[0]!
    .slice(0, MAX_REASON);
  return line === '' ? name : `${name}\n    ${line}`;
}

interface JourneySuite {
  title: string;
  specs?: { title: string; file: string; tests: { status: string; results?: { error?: { message?: string } }[] }[] }[];
  suites?: JourneySuite[];
}
/** The journeys of Playwright's JSON report that passed only at their second try (`flaky`) or failed (`unexpected`). */
export const journeysWith = (status: 'flaky' | 'unexpected', suites: readonly JourneySuite[]): string[] =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter((test) => test.status === status)
        .slice(0, 1)
        .map(({ results = [] }) => withReason(`${file} > ${title}`, results[0]?.error?.message)),
    ),
    ...journeysWith(status, inner),
  ]);
