import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { variables } from '../apps/server/src/infrastructure/config.ts';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

describe('the files in ops/', () => {
  it('the image runs as an unprivileged user, with packages of the lock file and without their scripts [DP-07]', () => {
    const dockerfile = read('ops/Dockerfile');
    const installs = [...dockerfile.matchAll(/npm (?:ci|install|i|prune)\b[^&]*/g)].map(([text]) => text);
    expect(installs).toHaveLength(2);
    for (const text of installs) expect(text).toMatch(/--no-save .*--ignore-scripts/);
    expect(dockerfile).not.toMatch(/:latest|curl |wget /);
    const users = [...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user);
    expect(users.at(-1)).toBe('10001:10001');
    expect(dockerfile).toMatch(/HEALTHCHECK[^]*\/health\/ready/);
  });

  it('the proxy refuses the metrics, limits bodies and replaces forwarded addresses', () => {
    const caddy = read('ops/Caddyfile');
    expect(caddy).toMatch(/handle \/metrics \{\s+respond 404/);
    expect(caddy).toMatch(/max_size 160MB/);
    expect(caddy).toMatch(/header_up X-Forwarded-For \{remote_host\}/);
    expect(caddy).toMatch(/health_uri \/health\/ready/);
  });

  it('the service has little access to the machine', (context) => {
    const path = new URL('../ops/balcao.service', import.meta.url).pathname;
    const { status, stdout, error } = spawnSync('systemd-analyze', ['security', '--offline=true', path], {
      encoding: 'utf8',
    });
    const unit = read('ops/balcao.service');
    for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'Restart=on-failure', 'TimeoutStopSec=30'])
      expect(unit).toContain(line);
    if (error) return context.skip('systemd-analyze is not installed');
    const [, level] = /exposure level[^:]*: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(level), `${status} ${stdout}`).toBeLessThanOrEqual(3);
  });

  it('the guide names only variables and commands that exist', () => {
    const guide = read('docs/operating.md');
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
    for (const [, command] of guide.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toContain(command);
    for (const [, name] of guide.matchAll(/`([A-Z][A-Z_]{3,})(?:=[^`]*)?`/g))
      expect(Object.keys(variables)).toContain(name!.replace(/_FILE$/, ''));
  });
});
