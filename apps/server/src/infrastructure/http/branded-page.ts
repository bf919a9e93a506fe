/** Puts the platform's name and colors into a page, so that the first paint already shows them. */
import { color } from '@balcao/contract/kernel/schemas';
import { publicSettingNames, type PlatformSettingName } from '@balcao/domain/settings/platform-settings';
import { escaped } from './html.ts';

/** Public platform settings by name. Settings that are not public are never rendered. */
export type Brand = Partial<Record<PlatformSettingName, string | null>>;

const MAX_LENGTH = 300;

/**
 * Fills `<meta name="brand-light|brand-dark|app-name|brand" content="">`, the icon and the title; `brand` gets all of it as JSON.
 * While the brand is unknown the page stays unchanged and requests the brand itself.
 */
export function withBrand(page: string, brand: Brand | undefined): string {
  if (!brand) return page;
  const valid = Object.fromEntries(
    publicSettingNames.flatMap((name) => (isValid(name, brand[name]) ? [[name, brand[name]]] : [])),
  ) as Record<string, string>;
  const contents: Record<string, string> = {
    'brand-light': valid['primaryColorLight'] ?? '',
    'brand-dark': valid['primaryColorDark'] ?? '',
    'app-name': valid['appName'] ?? '',
    brand: JSON.stringify(valid),
  };
  // Replacement functions, because `$&` in a replacement text has a special meaning.
  return withBrandMeta(page)
    .replace(/(<meta name="([\w-]+)" content=")[^"]*"/g, (tag, opening: string, name: string) =>
      Object.hasOwn(contents, name) ? `${opening}${escaped(contents[name]!)}"` : tag,
    )
    .replace(/(<link rel="icon" href=")[^"]*"/, (tag, opening: string) =>
      valid['appLogoFavicon'] ? `${opening}${escaped(pictureUrl(valid['appLogoFavicon']))}"` : tag,
    )
    .replace(/<title>[^<]*<\/title>/, (title) =>
      valid['appName'] ? `<title>${escaped(valid['appName'])}</title>` : title,
    );
}

/** The manifest with the platform's name, icon and color, which the installed app shows. */
export function brandedManifest(manifest: string, brand: Brand | undefined): string {
  const { appName: name, appLogoFavicon: icon, primaryColorLight } = brand ?? {};
  return JSON.stringify({
    ...(JSON.parse(manifest) as object),
    ...(isValid('appName', name) && { name, short_name: name }),
    ...(isValid('primaryColorLight', primaryColorLight) && { theme_color: primaryColorLight }),
    ...(isValid('appLogoFavicon', icon) && { icons: [{ src: pictureUrl(icon), sizes: 'any', type: 'image/png' }] }),
  });
}

/** The API reference with the platform's name, icon and colors. */
export function brandedDocs(page: string, brand: Brand | undefined): string {
  const { appName, appLogoFavicon: icon, primaryColorLight: light, primaryColorDark: dark } = brand ?? {};
  const style = [
    isValid('primaryColorLight', light) ? `--brand-light:${light};` : '',
    isValid('primaryColorDark', dark) ? `--brand-dark:${dark};` : '',
  ].join('');
  return page
    .replace('<html lang="en">', (tag) => (style === '' ? tag : `<html lang="en" style="${escaped(style)}">`))
    .replace(/(<link rel="icon" href=")[^"]*"/, (tag, opening: string) =>
      isValid('appLogoFavicon', icon) ? `${opening}${escaped(pictureUrl(icon))}"` : tag,
    )
    .replace(/(<title>|<h1>)Balcão/g, (tag, opening: string) =>
      isValid('appName', appName) ? opening + escaped(appName) : tag,
    );
}

const pictureUrl = (name: string): string => `/public/${encodeURIComponent(name)}`;

/** Inserted before the first script, which reads it, if the page has no such tag. */
const withBrandMeta = (page: string): string =>
  page.includes('<meta name="brand" ')
    ? page
    : page.replace(/<script|<\/head>/, (next) => `<meta name="brand" content="">${next}`);

function isValid(name: PlatformSettingName, value: string | null | undefined): value is string {
  if (typeof value !== 'string' || value === '' || value.length > MAX_LENGTH) return false;
  return name.startsWith('primaryColor') ? color.safeParse(value).success : true;
}
