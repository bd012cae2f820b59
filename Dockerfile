# The image brings its own Node like any other machine: npm ci and nothing else.
FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 CARTWRIGHT_DATA=/data
COPY package.json package-lock.json ./
COPY bin ./bin
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY . .
RUN mkdir -p /data node_modules/.cache && chown node:node /data node_modules/.cache
USER node
# Keeps the program as one file, so that a container starts as quickly as a node that was here before.
RUN node bin/cartwright.js --help
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/cartwright.js", "serve"]
