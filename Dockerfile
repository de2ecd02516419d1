# syntax=docker/dockerfile:1
FROM node:24.20.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24.20.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
# The template of the embedded database can be read by its owner alone.
COPY --from=build --chown=node:node /app/dist dist
COPY --from=build /app/library library
# The embedded database, for those who run one process without PostgreSQL, and the page's files of the versions
# before: dist/assets-archive would end with its container.
RUN mkdir /data /archive && chown node:node /data /archive
ENV DATA_DIR=/data ASSETS_ARCHIVE_DIR=/archive
VOLUME /data /archive
USER node
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/readyz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
