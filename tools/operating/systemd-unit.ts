import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { missingPrograms, type Report } from './report.ts';

const MAX_EXPOSURE = 3;

export function checkSystemdUnit(report: Report): void {
  const name = `the exposure of ops/balcao.service is at most ${MAX_EXPOSURE}.0`;
  if (missingPrograms({ 'systemd-analyze': 'systemd' }).length > 0) return report.skip(name, 'apt-get install systemd');
  const unit = resolve(import.meta.dirname, '../../ops/balcao.service');
  const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit], {
    encoding: 'utf8',
  });
  const [, level] = /exposure level[^:]*: ([\d.]+)/.exec(stdout) ?? [];
  report.check(`${name}: ${level}`, Number(level) <= MAX_EXPOSURE, stderr);
}
