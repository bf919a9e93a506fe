/** One line per check: `ok`, `FAIL` or `not run` with the reason. */
import { spawnSync } from 'node:child_process';

export interface Report {
  check(name: string, isTrue: boolean, detail?: string): void;
  skip(name: string, reason: string): void;
  failures: string[];
}

export function createReport(print: (line: string) => void): Report {
  const failures: string[] = [];
  return {
    failures,
    check(name, isTrue, detail = '') {
      print(`${isTrue ? 'ok      ' : 'FAIL    '} ${name}${isTrue ? '' : ` ${detail}`}`);
      if (!isTrue) failures.push(name);
    },
    skip: (name, reason) => print(`not run  ${name} (${reason})`),
  };
}

/** The Debian packages among `packages` whose program of the same name is missing. */
export const missingPrograms = (packages: Record<string, string>): string[] =>
  Object.entries(packages).flatMap(([program, name]) =>
    spawnSync('sh', ['-c', `command -v ${program}`], { env: systemEnvironment() }).status === 0 ? [] : [name],
  );

/** Programs of the administrator are not on everyone's path. */
export const systemEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${process.env['PATH']}:/usr/sbin:/sbin`,
});
