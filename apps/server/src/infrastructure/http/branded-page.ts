/** Puts the platform's name and colours into a page, so that the first paint already has them. */
import { color } from '@balcao/contract/kernel/schemas';
import { publicSettingNames, type PlatformSettingName } from '@balcao/domain/settings/platform-settings';
import { escaped } from './html.ts';

/** Public platform settings under their own names. Others are left out here, whatever is handed in. */
export type Brand = Partial<Record<PlatformSettingName, string | null>>;

const MAX_LENGTH = 300;

/**
 * Fills `<meta name="brand-light|brand-dark|app-name|brand" content="">` and the title; `brand` gets all of it as JSON.
 * While the brand is unknown the page stays as it is, and asks for it itself.
 */
export function withBrand(page: string, brand: Brand | undefined): string {
  if (!brand) return page;
  const good = Object.fromEntries(
    publicSettingNames.flatMap((name) => (isGood(name, brand[name]) ? [[name, brand[name]]] : [])),
  ) as Record<string, string>;
  const contents: Record<string, string> = {
    'brand-light': good['primaryColorLight'] ?? '',
    'brand-dark': good['primaryColorDark'] ?? '',
    'app-name': good['appName'] ?? '',
    brand: JSON.stringify(good),
  };
  // Functions as replacements: in a text `$&` and its like would be instructions.
  return withBrandMeta(page)
    .replace(/(<meta name="([\w-]+)" content=")[^"]*"/g, (tag, opening: string, name: string) =>
      Object.hasOwn(contents, name) ? `${opening}${escaped(contents[name]!)}"` : tag,
    )
    .replace(/<title>[^<]*<\/title>/, (title) =>
      good['appName'] ? `<title>${escaped(good['appName'])}</title>` : title,
    );
}

/** The manifest with the platform's own name, which the installed app carries. */
export function namedAfter(manifest: string, brand: Brand | undefined): string {
  const name = brand?.appName;
  if (!isGood('appName', name)) return manifest;
  return JSON.stringify({ ...(JSON.parse(manifest) as object), name, short_name: name });
}

/** Before the first script, which reads it; a page need not name the place itself. */
const withBrandMeta = (page: string): string =>
  page.includes('<meta name="brand" ')
    ? page
    : page.replace(/<script|<\/head>/, (next) => `<meta name="brand" content="">${next}`);

function isGood(name: PlatformSettingName, value: string | null | undefined): value is string {
  if (typeof value !== 'string' || value === '' || value.length > MAX_LENGTH) return false;
  return name.startsWith('primaryColor') ? color.safeParse(value).success : true;
}
