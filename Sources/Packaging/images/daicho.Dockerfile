# The ledger. Its context is the folder of scripts/package:
#   docker build --file packaging/images/daicho.Dockerfile --tag daicho:0.9.0 .build-package
FROM debian:bookworm-slim
COPY daicho_*.deb /context/daicho.deb
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends /context/daicho.deb curl \
  && install -d -o daicho -g daicho -m 0700 /files \
  && rm -rf /var/lib/apt/lists/* /context
ENV DAICHO_HTTP_HOST=0.0.0.0
ENV DAICHO_APPS=/files/apps.json
ENV DAICHO_ENCRYPTION_KEY_FILE=/files/daicho.keys
USER daicho
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1:8080/readyz"]
ENTRYPOINT ["daicho"]
CMD ["serve"]
