import type { SimulatorState } from '../state.ts';
import { usersOf } from './oauth.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The OAuth dialog as a plain page: choose the user and the pages, allow or deny. */
export function dialogPage(
  simulatorState: SimulatorState,
  query: Record<string, string>,
): { status: number; html: string } {
  const { client_id: clientId, redirect_uri: redirectUri = '', state = '', scope = '' } = query;
  if (clientId !== simulatorState.app.id) return { status: 400, html: page('<p>ID do aplicativo inválido.</p>') };
  if (!URL.canParse(redirectUri)) return { status: 400, html: page('<p>URL bloqueada: redirect_uri.</p>') };
  const userForms = usersOf(simulatorState).map((user, at) => {
    const pages = user.pageIds.map((id) => {
      const account = simulatorState.accounts.get(id);
      const name = account?.kind === 'messenger' ? account.name : id;
      return `<label><input type="checkbox" name="page" value="${escape(id)}" checked> ${escape(name)}</label><br>`;
    });
    return (
      `<form method="post" action="/dialog/oauth"><fieldset><legend>${escape(user.name)}</legend>${pages.join('') || '<p>Nenhuma página.</p>'}` +
      hidden({ user: user.id, redirect_uri: redirectUri, state }) +
      `<p><button name="answer" value="allow"${at === 0 ? ' autofocus' : ''}>Permitir</button> <button name="answer" value="deny">Agora não</button></p></fieldset></form>`
    );
  });
  const scopeText = scope === '' ? '' : `<p>Balcão pede: ${escape(scope.split(',').join(', '))}</p>`;
  return { status: 200, html: page(`<h1>Continuar como…</h1>${scopeText}${userForms.join('')}`) };
}

const hidden = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join('');

const page = (content: string): string =>
  `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Simulador: entrar</title>` +
  `<body style="font: 16px sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem">${content}<p><small>Este diálogo é do simulador.</small></p></body></html>`;
