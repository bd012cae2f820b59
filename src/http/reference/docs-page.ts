/** The reference for people at /docs and for programs at /openapi.json: both made from the routes that exist. */
import type { FastifyInstance } from 'fastify';
import { exampleOf, fieldRow, fieldTable, resolved, type Schemas, typeName } from './docs-schema.ts';
import type { OpenApiDocument, Operation } from './openapi.ts';
import { isJson, type Json, textOf } from './openapi-schema.ts';
import { type Html, html, type Page, sendPage } from '../pages/page.ts';

type Named = { readonly method: string; readonly path: string; readonly operation: Operation };

const jsonSchema = (content: unknown): unknown => {
  const body = isJson(content) ? Object.values(content)[0] : undefined;
  return isJson(body) ? body['schema'] : undefined;
};
const bodySchema = ({ requestBody }: Operation): unknown => jsonSchema(requestBody?.['content']);

const credential = ({ security }: Operation): string => {
  if (security.length === 0) return 'none';
  return security.some((way) => 'application' in way) ? 'application' : 'service client or operator';
};

/** Single quotes of a shell hold anything but a single quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const curlOf = ({ method, path, operation }: Named, server: string, schemas: Schemas): string => {
  const body = bodySchema(operation);
  const lines = [
    `curl -sS ${method === 'head' ? '-I' : `-X ${method.toUpperCase()}`} ${quoted(`${server}${path}`)}`,
    ...(operation.security.length === 0 ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(exampleOf(body, schemas)))}`]),
  ];
  return lines.join(' \\\n  ');
};

const parameterTable = (parameters: readonly Json[]): Html =>
  html`<h4>Parameters</h4><table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${parameters.map(
    (one) =>
      fieldRow(
        `${textOf(one['name'])} (${textOf(one['in'])})`,
        { ...(one['schema'] as Json), description: one['description'] ?? '' },
        one['required'] === true,
      ),
  )}</tbody></table>`;

const responseTable = (responses: Operation['responses']): Html =>
  html`<h4>Answers</h4><table><tbody>${Object.entries(responses).map(([status, response]) => {
    const schema = jsonSchema(response['content']);
    return html`<tr><td><code>${status}</code></td><td>${schema === undefined ? 'no body' : typeName(schema)}</td>
<td>${textOf(response['description'])}</td></tr>`;
  })}</tbody></table>`;

const operationPanel = (named: Named, server: string, schemas: Schemas): Html => {
  const { method, path, operation } = named;
  const body = bodySchema(operation);
  return html`<details class="panel operation" id="${operation.operationId}">
<summary><span class="method">${method.toUpperCase()}</span> <span class="path">${path}</span>
<span class="line soft">${operation.summary}</span></summary>
${operation.description === undefined ? '' : html`<p>${operation.description}</p>`}
<p class="soft">Operation <code>${operation.operationId}</code>. Credential: ${credential(operation)}${
    operation['x-permission'] === undefined ? '' : html`, permission <code>${operation['x-permission']}</code>`
  }.</p>
${operation.parameters === undefined ? '' : parameterTable(operation.parameters)}
${body === undefined ? '' : html`<h4>Body</h4>${fieldTable(resolved(body, schemas))}`}
${responseTable(operation.responses)}
<h4>Example</h4><pre>${curlOf(named, server, schemas)}</pre>
</details>`;
};

/** `oauth-clients` and `Oauth clients` read alike; capitals inside a word stay. */
const inTitleCase = (tag: string): string =>
  tag.replaceAll(/[-_]+/g, ' ').replaceAll(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());

const operationsOf = (document: OpenApiDocument): readonly Named[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

/** Filters while typing, and opens the operation an address points to. The page is complete without it. */
const script = `
const box = document.getElementById('filter');
box.hidden = false;
box.addEventListener('input', () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const one of document.querySelectorAll('.operation')) {
    const text = one.querySelector('summary').textContent.toLowerCase() + ' ' + one.id.toLowerCase();
    one.hidden = !words.every((word) => text.includes(word));
  }
});
const open = () => { const one = document.getElementById(location.hash.slice(1)); if (one && 'open' in one) one.open = true; };
addEventListener('hashchange', open);
open();
`;

const docsPage = (document: OpenApiDocument, publicPath: string): Page => {
  const operations = operationsOf(document);
  const schemas = document.components.schemas;
  const server = textOf(document.servers[0]?.['url']).replace(/\/$/, '');
  const title = `${textOf(document.info['title'])} ${textOf(document.info['version'])}`;
  const body = html`<main>
<h1>${title}</h1>
<p>${textOf(document.info['description'])}</p>
<p class="soft">${operations.length} operations. For programs: <a href="${publicPath}/openapi.json">openapi.json</a>.</p>
<p><input id="filter" class="wide" type="search" placeholder="Filter operations" aria-label="Filter operations" hidden></p>
${document.tags.map(
  ({ name }) =>
    html`<h2>${inTitleCase(name)}</h2>${operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map((one) => operationPanel(one, server, schemas))}`,
)}
<h2>Shapes</h2>
${Object.entries(schemas).map(
  ([name, schema]) =>
    html`<details class="panel" id="schema-${name}"><summary>${name}</summary>${fieldTable(schema)}</details>`,
)}
</main>`;
  return { title, body, script };
};

export type DocsOptions = { readonly document: () => OpenApiDocument; readonly publicPath: string };

export const docsRoutes = (app: FastifyInstance, { document, publicPath }: DocsOptions): void => {
  const open = { access: { kind: 'public' } } as const;
  // Routes do not change once the server is up, so both are made once, when first asked for.
  let page: Page | undefined;
  let text: string | undefined;
  app.get('/docs', { config: open, schema: { hide: true } }, async (_request, reply) => {
    page ??= docsPage(document(), publicPath);
    return sendPage(reply, page);
  });
  app.get('/openapi.json', { config: open, schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(document());
    return reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(text);
  });
};
