import { describe, expect, it } from 'vitest';
import { isInsideName, isLoopbackAddress, isPublicAddress } from './address.ts';

const splitWords = (text: string): string[] => text.trim().split(/\s+/);

describe('classification of addresses', () => {
  it.each(
    splitWords(`
    8.8.8.8 1.1.1.1 93.184.216.34 172.15.255.255 172.32.0.1 100.63.255.255 100.128.0.1 169.253.1.1
    223.255.255.254 2606:4700:4700::1111 2a00:1450:4001:800::200e
  `),
  )('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ['this network', '0.0.0.0 0.1.2.3 ::'],
    ['loopback', '127.0.0.1 127.255.255.254 ::1'],
    ['private', '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1'],
    ['link-local and metadata', '169.254.0.1 169.254.169.254 fe80::1 fe80::1%eth0 febf::1'],
    ['carrier-grade NAT', '100.64.0.1 100.100.100.200 100.127.255.255'],
    ['unique local', 'fc00::1 fd00:ec2::254 fdff::1'],
    ['multicast', '224.0.0.1 239.255.255.255 ff02::1'],
    [
      'reserved',
      '192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 240.0.0.1 255.255.255.255',
    ],
    ['IPv4 written as IPv6', '::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 ::7f00:1 ::ffff:0:127.0.0.1'],
    [
      'IPv4 behind a translator',
      '64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::a00:1 2002:7f00:1:: 2002:a9fe:a9fe::1 2001:0:7f00:1::1',
    ],
    ['unallocated IPv6', '100::1 2001:db8::1 3fff::1 5f00::1 4000::1 fec0::1 2001:2::1 2001:10::1'],
    ['not an address', 'localhost 0x7f000001 2130706433 127.1 0177.0.0.1 1.2.3 256.1.1.1 [::1]'],
  ])('%s counts as private: %s', (_, addresses) => {
    for (const address of splitWords(addresses)) expect(isPublicAddress(address), address).toBe(false);
  });

  it('an empty or untrimmed text counts as private', () => {
    for (const text of ['', ' ', '8.8.8.8 ', ' 8.8.8.8', '8.8.8.8\n']) expect(isPublicAddress(text)).toBe(false);
  });

  it('only 127/8 and ::1 are loopback', () => {
    const addresses = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '0.0.0.0', '10.0.0.1', 'localhost'];
    expect(addresses.map(isLoopbackAddress)).toEqual([true, true, true, false, false, false, false]);
  });
});

describe('classification of host names', () => {
  it.each(
    splitWords(`
    localhost LOCALHOST localhost. a.localhost metadata metadata.google.internal METADATA.GOOGLE.INTERNAL.
    metadata.goog instance-data instance-data.ec2.internal postgres redis printer.local nas.lan
    router.home.arpa vault.corp 1.0.0.127.in-addr.arpa
  `),
  )('%s counts as private', (name) => expect(isInsideName(name, false)).toBe(true));

  it.each(
    splitWords(`
    example.com graph.facebook.com internal.example.com local.example notlocalhost.com xn--balco-dra.example
  `),
  )('%s may be resolved', (name) => expect(isInsideName(name, false)).toBe(false));

  it('allowLoopback allows localhost and no other private name', () => {
    expect([isInsideName('localhost', true), isInsideName('redis', true), isInsideName('metadata.goog', true)]).toEqual(
      [false, true, true],
    );
  });
});
