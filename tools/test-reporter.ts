/** Reports the tests that passed only at their second try and, after a failure, the seed that repeats the random values. */
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { retrySummary, withReason } from './retries.ts';

export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({ test, name: `${module.relativeModuleId} > ${test.fullName}` })),
    );
    const retried = tests
      .filter(({ test }) => test.diagnostic()?.flaky)
      .map(({ test, name }) => withReason(name, test.result().errors?.[0]?.message));
    const file = process.env['RETRIED_TESTS_FILE'];
    if (file) writeFileSync(file, JSON.stringify(retried));
    else if (retried.length > 0) console.log(retrySummary(retried).text);
    if (tests.some(({ test }) => test.result().state === 'failed'))
      console.log(`TEST_SEED=${process.env['TEST_SEED']} repeats the random values of this run.`);
  }
}
