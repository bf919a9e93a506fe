/** The sections of the API reference. */
import { clientEvents, errors, fieldRules, topics } from '@balcao/contract';
import { code, folded, schemaTables, inLanguage, table } from './docs-tables.ts';
import { html, type Html } from './html.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';
import type { ApiDocument, Operation } from './openapi.ts';
import type { Answer, Reference } from './openapi-errors.ts';

export interface Call extends Operation {
  method: string;
  path: string;
}

export const callingSection = (): Html =>
  html`<section id="calling">
    <h2>Calling</h2>
    <p>Every call is relative to this host. Bodies and answers are JSON in UTF-8; times are ISO 8601 in UTC.</p>
    <ol>
      <li>
        <code>POST /api/auth/login</code> with <code>email</code> and <code>password</code> answers with
        <code>token</code>.
      </li>
      <li>
        Send it with every other call: <code>Authorization: Bearer …</code>. It lasts for some minutes; after that a
        call answers 403 <code>ERR_TOKEN_EXPIRED</code>, and <code>POST /api/auth/refresh_token</code> gives the next
        one.
      </li>
      <li><code>Accept-Language</code> (pt, en, es) chooses the language of the sentences in answers.</li>
    </ol>
  </section>`;

export const moduleSection = (name: string, calls: Call[], document: ApiDocument): Html =>
  html`<section id="${name}">
    <h2>${name}</h2>
    ${calls.map((call) => callArticle(call, document))}
  </section> `;

function callArticle(call: Call, document: ApiDocument): Html {
  const answers = Object.entries(call.responses).map(([status, response]) => ({
    status,
    ...resolved(response, document),
  }));
  const good = answers.filter(({ status }) => status.startsWith('2'));
  const bad = answers.filter(({ status }) => !status.startsWith('2'));
  const bodies = Object.entries(call.requestBody?.content ?? {});
  return html`<article id="${call.operationId}">
    <h3>
      <span class="method ${call.method.toLowerCase()}">${call.method}</span> <code>${call.path}</code>
      <a href="#${call.operationId}">${call.operationId}</a>
    </h3>
    <p>For ${call['x-permission']}${call['x-when-overdue'] ? '; also when the subscription has run out' : ''}.</p>
    <div class="parts">
      ${call.parameters.length > 0 ? folded('Parameters', schemaTables(parameterSchema(call))) : undefined}
      ${bodies.map(([type, { schema }]) => folded(`Body (${type})`, schemaTables(schema)))}
      ${good.map((answer) => folded(`Answer ${answer.status}`, answerBody(answer)))}
      ${folded(
        'When it does not work',
        html`<ul>
          ${bad.map(errorItem)}
        </ul>`,
      )}
    </div>
  </article> `;
}

const errorItem = ({ status, description }: { status: string; description: string }): Html =>
  html`<li><b>${status === 'default' ? '5xx' : status}</b> ${description}</li>`;

function resolved(response: Answer | Reference, { components }: ApiDocument): Answer {
  if (!('$ref' in response)) return response;
  return components.responses[response.$ref.slice('#/components/responses/'.length)] ?? { description: '' };
}

function answerBody({ description, content }: Answer): Html {
  const schema = content?.['application/json']?.schema;
  return schema ? schemaTables(schema) : html`<p>${description}</p>`;
}

/** Parameters are shown in the same table as bodies. */
const parameterSchema = ({ parameters }: Call): JsonSchema => ({
  properties: Object.fromEntries(parameters.map(({ name, in: location, schema }) => [`${name} (${location})`, schema])),
  required: parameters.filter(({ required }) => required).map(({ name, in: location }) => `${name} (${location})`),
});

export function liveSection(): Html {
  const topicArticles = Object.entries(topics).map(
    ([topic, schema]) =>
      html`<article id="topic-${topic}">
        <h3><code>company-{companyId}-${topic}</code></h3>
        ${folded('What is told', schemaTables(jsonSchemaOf(schema, 'output')))}
      </article> `,
  );
  return html`<section id="live">
    <h2>Live events</h2>
    <p>
      Connect with Socket.IO 4 at <code>/socket.io</code>, namespace <code>/{companyId}</code>, with
      <code>auth: { token, lastEventId }</code>. An event is named <code>company-{companyId}-{topic}</code>; its second
      argument is an event id. Keep the newest one and send it as <code>lastEventId</code> when you come back: what was
      missed is told first, then <code>resumed</code>. When it is no longer kept, <code>reload</code> is told instead:
      fetch everything again. Before a planned stop <code>restarting</code> is told with the milliseconds to wait before
      connecting again.
    </p>
    <p>
      A client may say ${clientEvents.map((name, at) => html`${at > 0 ? ', ' : ''}${code(name)}`)}. Say
      <code>userStatus</code> on connecting and every five minutes, and <code>renew</code> with the next access token
      before the old one ends.
    </p>
    ${topicArticles}
  </section>`;
}

export function errorsSection(): Html {
  const codes = Object.entries(errors).map(([name, { status, pt, en, es }]) => [
    code(name),
    status,
    inLanguage('pt', pt),
    en,
    inLanguage('es', es),
  ]);
  const rules = Object.entries(fieldRules).map(([name, { pt, en, es }]) => [
    code(name),
    inLanguage('pt', pt),
    en,
    inLanguage('es', es),
  ]);
  return html`<section id="errors">
    <h2>Errors</h2>
    <p>
      Every refusal has the body <code>{ error, message, fields? }</code>: a code of this list, its sentence in the
      caller's language and, with <code>ERR_VALIDATION</code>, the fields that are wrong with the rule of each.
    </p>
    ${table(['Code', 'Status', 'Português', 'English', 'Español'], codes)}
    <h3>Rules of fields</h3>
    ${table(['Rule', 'Português', 'English', 'Español'], rules)}
  </section>`;
}
