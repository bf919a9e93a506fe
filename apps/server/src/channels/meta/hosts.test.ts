import { expect, it } from 'vitest';
import { isMetaFileHost } from './hosts.ts';

it('accepts only file hosts of Meta over HTTPS [SS-02]', () => {
  const good = [
    'https://scontent.xx.fbcdn.net/v/a.jpg',
    'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1',
    'https://scontent-gru1-1.cdninstagram.com/v/a.mp4?x=1',
    'https://CDN.FBSBX.COM/a',
  ];
  const bad = [
    'http://scontent.xx.fbcdn.net/a.jpg',
    'https://scontent.xx.fbcdn.net:8443/a.jpg',
    'https://fbcdn.net.example.com/a',
    'https://evilfbcdn.net/a',
    'https://fbcdn.net@example.com/a',
    'https://user:pass@cdn.fbsbx.com/a',
    'https://127.0.0.1/a',
    'http://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'file:///etc/passwd',
    'https://www.facebook.com/l.php?u=https://example.com',
    'https://example.com/#.fbcdn.net',
    'https://example.com\\.fbcdn.net/',
    'nowhere/../x',
    '',
  ];
  expect(good.filter((url) => !isMetaFileHost(url))).toEqual([]);
  expect(bad.filter((url) => isMetaFileHost(url, 'https://graph.facebook.com'))).toEqual([]);
});

it('accepts the origin of a simulator only', () => {
  const graph = 'http://127.0.0.1:4010';
  expect(isMetaFileHost('http://127.0.0.1:4010/files/1', graph)).toBe(true);
  expect(isMetaFileHost('http://127.0.0.1:5432/', graph)).toBe(false);
  expect(isMetaFileHost('http://localhost:4010/files/1', graph)).toBe(false);
});
